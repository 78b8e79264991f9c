import type { ConfigDocument } from "@mon/config-file"

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** A property of the object itself. */
const own = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** The name, or else the address, of the object at a path such as `domains.robot-1.url`. Null: it has neither. */
export const nameIn = (document: ConfigDocument, path: string): string | null => {
  const [section = "", key = ""] = path.split(".")
  const object = own(own(document, section), key)
  const name = own(object, "name") ?? own(object, "url")
  return typeof name === "string" ? name : null
}
