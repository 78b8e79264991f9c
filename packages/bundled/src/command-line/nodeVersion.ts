type Version = readonly [number, number, number]

const readVersion = (text: string): Version | null => {
  const [, major, minor, patch] = /^(?:>=|v)?(\d+)\.(\d+)\.(\d+)/u.exec(text) ?? []
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)]
}

const isLess = (one: Version, other: Version): boolean => {
  const index = one.findIndex((part, at) => part !== other[at])
  return index >= 0 && (one[index] ?? 0) < (other[index] ?? 0)
}

/**
 * Returns a sentence about the Node version that a program needs, or null if the running Node is new enough. `needed`
 * is the range in the manifest, such as ">=22.19.0".
 */
export const oldNodeMessage = (name: string, needed: string | undefined, running: string): string | null => {
  const wanted = readVersion(needed ?? "")
  const current = readVersion(running)
  if (wanted === null || current === null || !isLess(current, wanted)) return null
  return `${name} needs Node ${wanted.join(".")} or later. This is Node ${current.join(".")}.`
}
