// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type {
  Branding,
  ConfirmWhatsAppNumber,
  SetWhatsAppNumber,
  Settings,
  UpdateBranding,
  UpdateSettings,
  WhatsAppNumbers
} from "../records/settings.ts"

/** The requests about settings. */
export interface SettingsRequests {
  /** Settings */
  readonly get: (options?: RequestOptions) => Promise<Settings>
  /** Change settings */
  readonly update: (body: UpdateSettings, options?: RequestOptions) => Promise<Settings>
  /** The workspace's name and logo */
  readonly branding: (options?: RequestOptions) => Promise<Branding>
  /** Change the workspace's name and logo */
  readonly updateBranding: (body: UpdateBranding, options?: RequestOptions) => Promise<Branding>
  /** WhatsApp number */
  readonly whatsApp: (options?: RequestOptions) => Promise<WhatsAppNumbers>
  /** Set the WhatsApp number */
  readonly setWhatsApp: (body: SetWhatsAppNumber, options?: RequestOptions) => Promise<WhatsAppNumbers>
  /** Remove the WhatsApp number */
  readonly removeWhatsApp: (options?: RequestOptions) => Promise<WhatsAppNumbers>
  /** Confirm the WhatsApp number */
  readonly confirmWhatsApp: (body: ConfirmWhatsAppNumber, options?: RequestOptions) => Promise<WhatsAppNumbers>
}
