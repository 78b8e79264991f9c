/** The words of JSON, of YAML 1.1 (https://yaml.org/type/bool.html, which Go's readers accept), and of databases. */
const switches: ReadonlyMap<string, boolean> = new Map([
  ...["1", "true", "yes", "on", "y"].map((word) => [word, true] as const),
  ...["0", "false", "no", "off", "n"].map((word) => [word, false] as const)
])

/** Whether a value stands for on or off; undefined for any other. */
export const switchOf = (value: unknown): boolean | undefined =>
  typeof value === "object" ? undefined : switches.get(String(value).trim().toLowerCase())
