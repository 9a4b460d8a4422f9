/** Earlier turns, compressed and encrypted by the server. Send it back in their place. */
export interface ResponseCompactionItem {
  type: 'compaction'
  id: string
  encrypted_content: string
  created_by?: string
}
