import { useLocation } from "wouter"
import { screensOf } from "../api/generalKinds.ts"
import { useServiceWords } from "../services/useServiceWords.ts"
import { Button } from "../ui/Button.tsx"
import css from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { addWords } from "./addWords.ts"
import { carryText } from "../form/carriedText.ts"
import { otherMonitorIn } from "./otherMonitorIn.ts"

/** Offers to add a pasted text as a monitor that is neither a site nor a page. */
export const OtherMonitorOffer = ({ text }: { readonly text: string }) => {
  const { job, service } = useScreenWords(addWords).other
  const { types } = useServiceWords()
  const [, navigate] = useLocation()
  const other = otherMonitorIn(text)
  if (other === null) return null
  const take = () => {
    carryText(text.trim())
    navigate(`${screensOf(other.kind)}/new`)
  }
  return (
    <div className={css["notice"]} role="alert">
      <p>{other.kind === "service" ? service.found(types[other.type]) : job.found}</p>
      <Button onClick={take}>{other.kind === "service" ? service.add : job.add}</Button>
    </div>
  )
}
