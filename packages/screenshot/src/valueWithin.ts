/** Returns the value of a promise within `ms` milliseconds; undefined if it takes longer or rejects. */
export const valueWithin = async <A>(work: Promise<A>, ms: number): Promise<A | undefined> => {
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      work.catch(() => undefined),
      new Promise<undefined>((resolve) => {
        timer = setTimeout(resolve, ms, undefined)
      })
    ])
  } finally {
    clearTimeout(timer)
  }
}
