/** The name of the Trusted Types policy that the content security policy allows for workers. */
const POLICY = "mon-worker"

/** The URLs of the dashboard's workers. The policy refuses all other URLs. */
const ours = new Set<string>()
// The Trusted Types policy for workers. A page can create the policy only once.
let policy: ReturnType<NonNullable<typeof globalThis.trustedTypes>["createPolicy"]> | undefined

/** Starts a worker of the dashboard. `address` comes from an import that ends in `?worker&url`. */
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
