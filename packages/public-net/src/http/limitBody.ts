import { SafeFetchError } from "./SafeFetchError.ts"

/**
 * The body with an error once it is larger than `maxBytes`. Counts what the reader gets, after decompression. Errors of
 * the body pass through `errorOf`.
 */
export const limitBody = (
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  errorOf: (error: unknown) => unknown
): ReadableStream<Uint8Array> => {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        bytes += value.byteLength
        if (bytes > maxBytes) throw new SafeFetchError("too_large", `The body has more than ${maxBytes} bytes.`)
        controller.enqueue(value)
      } catch (error) {
        controller.error(errorOf(error))
        await reader.cancel(error).catch(() => {})
      }
    },
    cancel: (reason) => reader.cancel(reason)
  })
}
