/** The signals that ask a proxy to end. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/** Hears the signals that ask to end, each time; gives what ends the hearing. */
export function onStopSignal(hear: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of stopSignals) process.on(signal, hear)
  return () => {
    for (const signal of stopSignals) process.off(signal, hear)
  }
}
