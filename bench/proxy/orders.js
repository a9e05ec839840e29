// A table of about so many bytes, as JSON in a text: what most tools give.
const made = new Map()

/** The text for a size, made once. */
export function ordersOf(size) {
  const text = made.get(size) ?? JSON.stringify({ table: 'orders', rows: rowsFor(size) })
  made.set(size, text)
  return text
}

function rowsFor(size) {
  const rows = []
  for (let length = 0; length < size; length += JSON.stringify(rows.at(-1)).length + 1) {
    const id = rows.length + 1
    rows.push({
      id,
      customer: `Customer ${id} “Zoë”`,
      total: id * 1.25,
      paid: id % 2 === 0,
      note: `see C:\\${id}`,
    })
  }
  return rows
}
