import { Button } from "../ui/Button.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { FormProblem } from "./Field.tsx"
import form from "./Form.module.css"

interface ButtonFormProps {
  readonly className: string | undefined
  readonly label: string
  readonly send: () => Promise<void>
}

/** Shows a form with only a button, and the problem above it if the request fails. */
export const ButtonForm = ({ className, label, send }: ButtonFormProps) => {
  const { isRunning, onSubmit, problem } = useSubmit(send)
  return (
    <form className={`${form["plain"]} ${className}`} onSubmit={onSubmit}>
      <FormProblem problem={problem} />
      <div className={form["save"]}>
        <Button type="submit" disabled={isRunning}>
          {label}
        </Button>
      </div>
    </form>
  )
}
