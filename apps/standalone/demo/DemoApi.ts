/** A client of the demo's API. It uses the owner's key. */
export interface DemoApi {
  /** Returns the data in the response. Throws if the service refuses the request. */
  readonly send: <A>(method: string, path: string, body?: unknown) => Promise<A>
}

export const openApi = (baseUrl: string, apiKey: string): DemoApi => ({
  send: async <A>(method: string, path: string, body?: unknown): Promise<A> => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} gave ${response.status}: ${text}`)
    return (JSON.parse(text) as { readonly data: A }).data
  }
})
