import { useState } from "react"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import css from "../ui/Screen.module.css"
import { useAccountWords } from "../account/useAccountWords.ts"
import { asksPassword } from "../account/asksPassword.ts"
import { ConfirmPassword } from "../account/ConfirmPassword.tsx"

/** Leaves the team. The session ends together with the membership, so the sign-in page opens. */
const leave = async () => {
  await accountEndpoints.leaveTeam()
  globalThis.location.assign("/signin?done=left")
}

export const LeaveTeam = () => {
  const words = useAccountWords().leaving
  const [asked, setAsked] = useState<"leave" | "password" | null>(null)
  const close = () => setAsked(null)
  const start = async () => {
    try {
      await leave()
    } catch (error) {
      if (!asksPassword(error)) throw error
      setAsked("password")
    }
  }
  return (
    <Card title={words.title}>
      <div className={css["text"]}>
        <p>{words.hint}</p>
        <div className={css["chips"]}>
          <Button kind="danger" onClick={() => setAsked("leave")}>
            {words.leave}
          </Button>
        </div>
      </div>
      <Confirm
        open={asked === "leave"}
        title={words.ask}
        action={words.leave}
        onConfirm={start}
        onClose={() => setAsked((now) => (now === "leave" ? null : now))}
      >
        <p>{words.ends}</p>
        <p>{words.stays}</p>
      </Confirm>
      <ConfirmPassword open={asked === "password"} onClose={close} onConfirmed={leave} />
    </Card>
  )
}
