/**
 * What has a comparison: a package, or a part of one, as its module says. `<name>.mjs` of this folder contains the
 * other packages and the inputs.
 */
export const COMPARED = [
  "alerts",
  "diff-engine",
  "disposable-check",
  "dns",
  "email-health",
  "email-message",
  "model",
  "public-net",
  "screenshot",
  "uptime-probe"
]

export const subjectOf = (name) => import(`./${name}.mjs`)

/** The README that shows a comparison, and the place of its table. */
export const placeOf = (name, { partOf }) => ({
  readme: `packages/${partOf ?? name}/README.md`,
  table: new RegExp(
    `(?<=<!-- comparison${partOf === undefined ? "" : ` ${name}`} -->\\n)[^]*?(?=<!-- /comparison -->)`,
    "u"
  )
})
