const VARIABLE = /\$\{env:([^}]*)\}/gu

/** Returns the names of the environment variables in a text. */
export const variablesIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(VARIABLE)].map(([, name = ""]) => name)

export const expandVariables = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(VARIABLE, (whole, name: string) => values.get(name) ?? whole)
