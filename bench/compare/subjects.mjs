/** The packages that have a comparison: `<name>.mjs` of this folder contains the other packages and the inputs. */
export const COMPARED = [
  "alerts",
  "diff-engine",
  "disposable-check",
  "dns",
  "email-health",
  "email-message",
  "public-net",
  "screenshot",
  "uptime-probe"
]

export const subjectOf = (name) => import(`./${name}.mjs`)
