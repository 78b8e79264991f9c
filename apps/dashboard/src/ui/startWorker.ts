/** The content security policy allows this name for the address of a worker of our own. */
const POLICY = "mon-worker"

/** The addresses of our workers. The policy refuses every other one. */
const ours = new Set<string>()
// A policy name can be used once in the life of a page.
let policy: ReturnType<NonNullable<typeof globalThis.trustedTypes>["createPolicy"]> | undefined

/** Starts a worker of the dashboard. Its address comes from an import that ends in `?worker&url`. */
export const startWorker = (address: string): Worker => {
  ours.add(address)
  policy ??= globalThis.trustedTypes?.createPolicy(POLICY, {
    createScriptURL: (url) => {
      if (!ours.has(url)) throw new TypeError("Only the workers of the dashboard are allowed.")
      return url
    }
  })
  return new Worker(policy?.createScriptURL(address) ?? address, { type: "module" })
}
