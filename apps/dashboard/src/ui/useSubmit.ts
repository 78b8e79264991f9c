import { type FormEvent, useState } from "react"
import { useUnsaved } from "./unsaved.ts"
import { useReason } from "./Problem.tsx"

/**
 * Runs a form: one submission at a time, and why the last one failed in the words of the API. A form with `onChange`,
 * or with a draft that is changed, is not left without a question until it is submitted.
 */
export const useSubmit = (run: (form: FormData) => Promise<unknown>, isDraftChanged = false) => {
  const reason = useReason()
  const [problem, setProblem] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [isEdited, setEdited] = useState(false)
  const forget = useUnsaved((isEdited || isDraftChanged) && !isRunning)
  const submit = async (form: FormData): Promise<void> => {
    forget()
    setRunning(true)
    setProblem(null)
    try {
      await run(form)
      setEdited(false)
    } catch (error) {
      setProblem(reason(error))
    }
    setRunning(false)
  }
  return {
    problem,
    isRunning,
    onChange: () => setEdited(true),
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!isRunning) void submit(new FormData(event.currentTarget))
    }
  }
}
