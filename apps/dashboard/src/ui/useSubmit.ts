import { type FormEvent, useState } from "react"
import { useSentence } from "./Problem.tsx"

/** Runs a form: one submission at a time, and the sentence of the last failure. */
export const useSubmit = (run: (form: FormData) => Promise<unknown>) => {
  const sentence = useSentence()
  const [problem, setProblem] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const submit = async (form: FormData): Promise<void> => {
    setRunning(true)
    setProblem(null)
    try {
      await run(form)
    } catch (error) {
      setProblem(sentence(error))
    }
    setRunning(false)
  }
  return {
    problem,
    isRunning,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!isRunning) void submit(new FormData(event.currentTarget))
    }
  }
}
