import { Button } from "../ui/Button.tsx"
import { useLanguage } from "../words/language.ts"
import { FormProblem } from "./Field.tsx"
import css from "./Form.module.css"

/** Shows the end of a form in a dialog: its problem, and the buttons that close the dialog and send the form. */
export const DialogFoot = ({
  action,
  isDisabled,
  onClose,
  problem
}: {
  readonly action: string
  readonly isDisabled: boolean
  readonly onClose: () => void
  readonly problem: Parameters<typeof FormProblem>[0]["problem"]
}) => (
  <>
    <FormProblem problem={problem} />
    <div className={`${css["save"]} ${css["end"]}`}>
      <Button onClick={onClose}>{useLanguage().words.dialog.cancel}</Button>
      <Button type="submit" kind="primary" disabled={isDisabled}>
        {action}
      </Button>
    </div>
  </>
)
