/**
 * Works on items concurrently and gives the results in the order of the items. It reads only as many items ahead as it
 * works on.
 */
export async function* inOrder<A, B>(
  items: AsyncIterable<A> | Iterable<A>,
  concurrency: number,
  work: (item: A) => Promise<B>
): AsyncGenerator<B> {
  const running: Array<Promise<B>> = []
  for await (const item of items) {
    const result = work(item)
    // The error is thrown where the result is awaited.
    result.catch(() => {})
    running.push(result)
    const first = running.length < concurrency ? undefined : running.shift()
    if (first !== undefined) yield await first
  }
  for (const result of running) yield await result
}
