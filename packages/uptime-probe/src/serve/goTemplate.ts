/**
 * A text in which "$1", "${1}" and "${name}" stand for what groups matched, and "$$" for one "$", as in Go's
 * `Regexp.Expand`. Names that the pattern does not have stand for nothing.
 */
export const expandTemplate = (
  template: string,
  found: ReadonlyArray<string | undefined>,
  names: ReadonlyArray<string | null>
): string =>
  template.replaceAll(/\$(?:\$|(\w+)|\{(\w+)\})/gu, (whole, plain?: string, braced?: string) => {
    const name = plain ?? braced
    if (name === undefined) return whole === "$$" ? "$" : whole
    const group = /^\d+$/u.test(name) ? Number(name) : names.indexOf(name) + 1
    return (group === 0 && !/^0+$/u.test(name) ? undefined : found[group]) ?? ""
  })
