export const success = (text) => ({ content: [{ type: 'text', text }] })

export const failure = (text) => ({ content: [{ type: 'text', text }], isError: true })
