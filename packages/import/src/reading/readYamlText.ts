import { readYaml } from "@mon/api-contract/config-file"
import { checkSize } from "./readJson.ts"
import { UnreadableSource } from "./UnreadableSource.ts"

/** Parses YAML or JSON within the limits of configuration files. Allows YAML anchors, aliases and tags. */
export const readYamlText = (text: string, name: string): unknown => {
  const reading = readYaml(text.startsWith("\uFEFF") ? text.slice(1) : text, { beyondJson: true })
  if (!reading.ok) {
    const [fault] = reading.faults
    if (fault === undefined) throw new UnreadableSource(`${name} cannot be read.`)
    const { column, line, message, path } = fault
    throw new UnreadableSource(`${name}, line ${line}, column ${column}: ${`${path} ${message}`.trim()}`)
  }
  checkSize(reading.text.value, name)
  return reading.text.value
}
