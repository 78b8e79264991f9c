/**
 * The words for on and off in JSON, in YAML 1.1 (https://yaml.org/type/bool.html, which Go's YAML libraries accept) and
 * in databases.
 */
const switches: ReadonlyMap<string, boolean> = new Map([
  ...["1", "true", "yes", "on", "y"].map((word) => [word, true] as const),
  ...["0", "false", "no", "off", "n"].map((word) => [word, false] as const)
])

export const switchOf = (value: unknown): boolean | undefined =>
  typeof value === "object" ? undefined : switches.get(String(value).trim().toLowerCase())
