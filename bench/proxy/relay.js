// The least that a program of Node can do between a client and a server: copy bytes.
import { spawn } from 'node:child_process'

const [command, ...args] = process.argv.slice(2)
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
process.stdin.pipe(server.stdin)
server.stdout.pipe(process.stdout)
