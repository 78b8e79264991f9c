import { type FormEvent, useState } from "react"
import { useUnsaved } from "./unsaved.ts"
import { useReason } from "./Problem.tsx"

/**
 * Submits a form, one submission at a time, and keeps the API's reason for the last failure. The form data includes the
 * value of the button that submitted the form. After `onChange` was called, or while `isDraftChanged` is true, leaving
 * the screen requires confirmation until the form is submitted.
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
      const { submitter } = event.nativeEvent as SubmitEvent
      if (!isRunning) void submit(new FormData(event.currentTarget, submitter))
    }
  }
}
