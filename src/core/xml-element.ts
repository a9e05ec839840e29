/** An element with its text and child elements in order, and nothing trimmed or converted. */
export interface XmlElement {
  name: string
  attributes: ReadonlyMap<string, string>
  children: readonly (XmlElement | string)[]
}
