/**
 * Tells an observer. What it throws, or rejects with, must not change what is observed: it goes to `report`, or
 * nowhere.
 */
export function tell(observe: () => unknown, report: (error: Error) => void = () => {}): void {
  const failed = (error: unknown) => report(error instanceof Error ? error : new Error(String(error)))
  try {
    Promise.resolve(observe()).catch(failed)
  } catch (error) {
    failed(error)
  }
}
