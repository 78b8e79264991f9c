import type { CreateCheckout } from "@mon/api-contract"
import { useState } from "react"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { notify } from "../ui/notify.ts"
import { useSentence } from "../ui/Problem.tsx"

export const useBuy = () => {
  const sentence = useSentence()
  const [isRunning, setRunning] = useState(false)
  const buy = async (what: CreateCheckout) => {
    setRunning(true)
    try {
      const { checkoutUrl } = await accountEndpoints.checkout(what)
      globalThis.location.assign(checkoutUrl)
    } catch (error) {
      notify(sentence(error))
      setRunning(false)
    }
  }
  return { isRunning, buy }
}
