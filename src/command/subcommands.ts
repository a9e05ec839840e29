import type { Subcommand } from './subcommand'

/** What a subcommand is for, and where it is: it is loaded only when it is called. */
interface Entry {
  readonly summary: string
  load(): Promise<Subcommand>
}

/** The subcommands, in the order of the help. */
export const subcommands: Readonly<Record<string, Entry>> = {
  convert: {
    summary: 'translate errors into a dialect',
    load: async () => (await import('./convert')).convert,
  },
  detect: {
    summary: 'say which dialect errors are in',
    load: async () => (await import('./detect')).detect,
  },
  explain: {
    summary: 'say what an error means and what to do about it',
    load: async () => (await import('./explain')).explain,
  },
  dialects: { summary: 'list the dialects', load: async () => (await import('./dialects')).dialects },
  matrix: {
    summary: 'show what every pair of dialects loses',
    load: async () => (await import('./matrix')).matrix,
  },
  proxy: {
    summary: 'stand in front of an MCP server and translate its errors',
    load: async () => (await import('./proxy')).proxy,
  },
  wrap: {
    summary: "put the servers of a client's configuration behind the proxy",
    load: async () => (await import('./wrap')).wrap,
  },
  audit: {
    summary: 'say how a fleet of servers reports its errors',
    load: async () => (await import('./audit')).audit,
  },
  completion: {
    summary: 'print a script that completes commands and options in a shell',
    load: async () => (await import('./completion')).completion,
  },
}
