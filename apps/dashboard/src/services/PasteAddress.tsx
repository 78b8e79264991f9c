import { Link } from "wouter"
import { PasteField } from "../form/PasteField.tsx"
import { readService } from "./readService.ts"
import { useServiceWords } from "./useServiceWords.ts"

const WEB = /^https?:\/\//iu

/** Fills in the form of a new service from an address. */
export const PasteAddress = ({
  onValues
}: {
  readonly onValues: (values: Readonly<Record<string, unknown>>) => void
}) => {
  const { paste: text, types } = useServiceWords()
  const read = (address: string) => {
    const check = readService(address)
    if (check !== null) onValues({ check })
  }
  return (
    <PasteField
      label={text.label}
      hint={text.hint}
      placeholder="postgres://mon:password@db.example.com/shop"
      onText={read}
    >
      {(address) => {
        const check = readService(address)
        if (check !== null) return text.read(types[check.type])
        return WEB.test(address) ? (
          <Link href={`/add?sites=${encodeURIComponent(address)}`}>{text.web}</Link>
        ) : (
          text.unread
        )
      }}
    </PasteField>
  )
}
