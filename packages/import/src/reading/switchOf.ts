/**
 * The words for on and off in JSON, YAML 1.1 (https://yaml.org/type/bool.html, which Go's readers accept) and
 * databases.
 */
const switches: ReadonlyMap<string, boolean> = new Map([
  ...["1", "true", "yes", "on", "y"].map((word) => [word, true] as const),
  ...["0", "false", "no", "off", "n"].map((word) => [word, false] as const)
])

/** Whether a value means on or off; undefined for any other value. */
export const switchOf = (value: unknown): boolean | undefined =>
  typeof value === "object" ? undefined : switches.get(String(value).trim().toLowerCase())
