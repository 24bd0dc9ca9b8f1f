import { useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { drawComponent } from '../../../../tests/component/render.tsx'
import { GeneratedPasswordField } from './GeneratedPasswordField.tsx'

function Form() {
  const { control } = useForm({ defaultValues: { password: '' } })
  return <GeneratedPasswordField control={control} name="password" label="Password" />
}

it('asks for seven characters where its form names no number [T348]', async () => {
  await drawComponent(<Form />)
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveAccessibleDescription('At least 7 characters')
})
