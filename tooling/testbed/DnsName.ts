/** Labels of a presentation-format name; `\.` is a dot inside a label. */
export const labels = (name: string): ReadonlyArray<string> =>
  name === "." || name === ""
    ? []
    : name
        .replace(/(?<!\\)\.$/, "")
        .split(/(?<!\\)\./)
        .map((label) => label.replaceAll("\\.", "."))

export const fromLabels = (parts: ReadonlyArray<string>): string =>
  parts.length === 0 ? "." : parts.map((label) => label.replaceAll(".", "\\.")).join(".")

/** The form under which names are equal: lower case, no trailing dot (RFC 4343). */
export const canonical = (name: string): string => fromLabels(labels(name.toLowerCase()))

/** The name, then its parents, nearest first, without the root. */
export const ancestry = (name: string): ReadonlyArray<string> => {
  const parts = labels(name)
  return parts.map((_, index) => fromLabels(parts.slice(index)))
}
