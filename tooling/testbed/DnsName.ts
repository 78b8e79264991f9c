/** Returns the labels of a name in presentation format. `\.` is a dot inside a label. */
export const labels = (name: string): ReadonlyArray<string> =>
  name === "." || name === ""
    ? []
    : name
        .replace(/(?<!\\)\.$/, "")
        .split(/(?<!\\)\./)
        .map((label) => label.replaceAll("\\.", "."))

export const fromLabels = (parts: ReadonlyArray<string>): string =>
  parts.length === 0 ? "." : parts.map((label) => label.replaceAll(".", "\\.")).join(".")

/** Returns the canonical form of a name, which is equal for equal names: lower case, no trailing dot (RFC 4343). */
export const canonical = (name: string): string => fromLabels(labels(name.toLowerCase()))

/** Returns the name and its parents, nearest first, without the root. */
export const ancestry = (name: string): ReadonlyArray<string> => {
  const parts = labels(name)
  return parts.map((_, index) => fromLabels(parts.slice(index)))
}
