import { expect, test } from 'vitest'
import { describeImage, describeImageURL, imageExtension } from '../../../src/cli/render/image.js'

/** The header of a PNG of 1024 × 768, and as many zero bytes as it takes to have `length`. */
const png = (length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.write('89504e470d0a1a0a0000000d49484452', 'hex')
  bytes.writeUInt32BE(1024, 16)
  bytes.writeUInt32BE(768, 20)
  return bytes.toString('base64')
}
const jpeg = Buffer.from('ffd8ffe000104a46', 'hex').toString('base64')

test('format, size in pixels and size in bytes, as far as the first bytes tell', () => {
  expect([png(49_000), jpeg, 'ZmFrZQ=='].map(describeImage)).toEqual([
    'PNG, 1024×768, 49 kB',
    'JPEG, 8 bytes',
    '4 bytes',
  ])
})

test('a data URL is described, another link is kept', () => {
  expect([`data:image/png;base64,${png(24)}`, 'https://example.com/a.png'].map(describeImageURL)).toEqual([
    'PNG, 1024×768, 24 bytes',
    'https://example.com/a.png',
  ])
})

test('the file ending follows the bytes', () => {
  expect([png(24), jpeg, 'ZmFrZQ=='].map(imageExtension)).toEqual(['png', 'jpg', 'png'])
})
