// Loaded before a proxy: answers each message on its channel with the memory that the process holds.
process.on('message', () => {
  const { rss } = process.memoryUsage()
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  process.send({ resident: rss, held: heapUsed + external })
})
process.channel.unref()
