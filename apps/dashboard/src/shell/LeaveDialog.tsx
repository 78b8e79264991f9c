import { Confirm } from "../ui/Confirm.tsx"
import { useDialogWords } from "./useDialogWords.ts"

const LeaveDialog = ({ onLeave, onStay }: { readonly onLeave: () => void; readonly onStay: () => void }) => {
  const { leave } = useDialogWords()
  return (
    <Confirm
      open
      title={leave.title}
      action={leave.action}
      onClose={onStay}
      onConfirm={() => Promise.resolve(onLeave())}
    >
      <p>{leave.text}</p>
    </Confirm>
  )
}

export default LeaveDialog
