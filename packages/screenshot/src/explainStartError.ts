/** Messages of a browser that does not start, and what to do; the first match counts. */
const known: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /No usable sandbox|SUID sandbox|namespace sandbox|credentials\.cc/iu,
    "its sandbox is not allowed on this system; allow user namespaces, or turn the sandbox off"
  ],
  [
    /Running as root without --no-sandbox/iu,
    "it cannot use its sandbox as root; run it as another user, or turn the sandbox off"
  ],
  [/error while loading shared libraries: ([\w.+-]+)/iu, "a library is missing"],
  [/EACCES|permission denied/iu, "it is not executable"],
  [/ENOSPC|No space left/iu, "there is no disk space left"],
  [/Timeout .*exceeded/iu, "it did not start in time"]
]

/** A sentence that says why the browser did not start. */
export const explainStartError = (path: string, error: unknown): string => {
  const said = error instanceof Error ? error.message : String(error)
  const why = known.find(([pattern]) => pattern.test(said))?.[1] ?? "it exited immediately"
  return `Screenshots are unavailable: ${path} does not start (${why}).`
}
