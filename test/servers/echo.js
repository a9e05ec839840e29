// Says whatever it is told.
process.stdin.pipe(process.stdout)
