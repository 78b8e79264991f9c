import { readYaml } from "@mon/config-file"
import { checkSize } from "./readJson.ts"
import { UnreadableSource } from "./UnreadableSource.ts"

/** Parses YAML or JSON within the limits of configuration files. It can also have anchors, aliases and tags of YAML. */
export const readYamlText = (text: string, name: string): unknown => {
  const reading = readYaml(text.startsWith("\uFEFF") ? text.slice(1) : text, { beyondJson: true })
  if (!reading.ok) {
    const [fault] = reading.faults
    const place = fault === undefined ? "" : `, line ${fault.line}, column ${fault.column}`
    const subject = fault === undefined || fault.path === "" ? "" : `${fault.path} `
    throw new UnreadableSource(`${name}${place}: ${subject}${fault?.message ?? "It cannot be read."}`)
  }
  checkSize(reading.text.value, name)
  return reading.text.value
}
