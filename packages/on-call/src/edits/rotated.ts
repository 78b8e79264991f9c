/**
 * Returns a list whose entry `position` modulo its length is the first one of `order`, and whose next entries follow in
 * order.
 */
export const rotated = <T>(order: ReadonlyArray<T>, position: number): ReadonlyArray<T> => {
  const shift = (order.length - (position % order.length)) % order.length
  return [...order.slice(shift), ...order.slice(0, shift)]
}
