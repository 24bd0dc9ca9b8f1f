/** Stories in which every call about accounts that changes something succeeds once (tests/api/everyCall.test.ts). */
import { runBatch } from '../../../src/server/entities/userBatch/runBatch.ts'
import { makeExport } from '../../../src/server/leaving/dataExport.ts'
import { type ApiServer, onceOnly, password } from '../apiServer.ts'
import { addApp, addPasskey } from '../factors.ts'
import { codeIn, newestFor } from '../mailbox.ts'
import { joinWanting, linkTo, profileOf, registration, undoLinkTo, wantAddress } from '../ownContact.ts'

/** How long codes and links wait before they are sent again. */
const minutesMs = 5 * 60_000
const chosen = { newPassword: 'another good password', newPasswordRepeat: 'another good password' }

export const accountStories = {
  async 'somebody registers, signs in, forgets the password and signs out'(server: ApiServer) {
    const { authentication, forgotPassword, register } = server.client()
    const username = 'zoe@example.com'
    await register.register({ body: registration(username), ...onceOnly() })
    server.pass(minutesMs)
    await authentication.resendValidateAccountMail({ body: { username } })
    await authentication.validateAccount({ body: { token: await linkTo(server, username) } })
    const body = { username, password: registration(username).password }
    await authentication.beforeLogin({ body })
    const { refresh_token } = await authentication.login({ body })
    await authentication.refresh({ body: { grant_type: 'refresh_token', refresh_token } })
    await forgotPassword.resetPassword({ body: { username } })
    const token = await linkTo(server, username)
    await forgotPassword.checkUpdatePasswordToken({ body: { token } })
    await forgotPassword.updatePasswordFromEmail({ body: { token, ...chosen } })
    const zoe = server.client(await authentication.login({ body: { username, password: chosen.newPassword } }))
    await zoe.authentication.logout()
  },

  async 'somebody signs in with a code by SMS'(server: ApiServer) {
    const { username } = await server.join({ needsSmsCode: true, phoneNumber: '0639980001' })
    const { authentication } = server.client()
    await authentication.beforeLogin({ body: { username, password } })
    const code = codeIn(await newestFor(server, '+33639980001'))
    await authentication.checkSmsCode({ body: { username, password, code } })
  },

  async 'somebody adds factors, signs in with them and gives fresh proof'(server: ApiServer) {
    const { username, userId } = await server.join({ role: 'ROLE_BE' })
    const person = await server.signIn(username)
    await person.session.prove({ body: { proof: { kind: 'password', password } } })
    const { id } = await addApp(server, person)
    const { passkey } = await addPasskey(person)
    await person.session.beginProof()
    await person.secondFactor.makeRecoveryCodes()
    await person.secondFactor.remove({ params: { id } })
    const { factorSignIn } = server.client()
    const signature = passkey.sign(await factorSignIn.beginPasskey({ body: {} }))
    await factorSignIn.loginWithPasskey({ body: { signature } })
    const admin = await server.signInAs('ROLE_ADMIN')
    await admin.secondFactor.reset({ body: { userId, reason: 'The phone is lost' } })
  },

  async 'somebody signs in with an app'(server: ApiServer) {
    const { username } = await server.join()
    const app = await addApp(server, await server.signIn(username))
    server.pass(minutesMs)
    const proof = { kind: 'totp', code: app.code() } as const
    await server.client().factorSignIn.checkFactor({ body: { username, password, proof } })
  },

  async 'somebody changes the address and gets it back'(server: ApiServer) {
    const { username, ada, wanted } = await joinWanting(server)
    await wantAddress(ada, username, wanted)
    await ada.contact.cancelUsername()
    server.pass(minutesMs)
    await wantAddress(ada, username, wanted)
    server.pass(minutesMs)
    await ada.contact.resendUsernameLink()
    const { contact } = server.client()
    await contact.confirmUsername({ body: { token: await linkTo(server, wanted) } })
    const token = await undoLinkTo(server, username)
    await contact.checkRestore({ body: { token } })
    await contact.restore({ body: { token, ...chosen } })
  },

  async 'somebody changes the phone, the language, the profile and the password'(server: ApiServer) {
    const { username } = await server.join()
    const person = await server.signIn(username)
    await person.locale.setLocale({ body: { locale: 'en' } })
    const want = (phoneNumber: string) =>
      person.user.updateProfile({ body: { ...profileOf(username), phoneNumber, currentPassword: password } })
    await want('0639980003')
    await person.contact.cancelPhone()
    server.pass(minutesMs)
    await want('0639980002')
    server.pass(minutesMs)
    await person.contact.sendPhoneCode()
    await person.contact.confirmPhone({ body: { code: codeIn(await newestFor(server, '+33639980002')) } })
    const now = server.context.clock().toISOString()
    await person.user.reportAppUse({ body: { firstLaunch: now, lastLaunch: now } })
    await person.user.updateCurrentUserPassword({ body: { oldPassword: password, ...chosen } })
  },

  async 'somebody ends sessions'(server: ApiServer) {
    const { username } = await server.join()
    const [person] = [await server.signIn(username), await server.signIn(username)]
    const sessions = await person.session.getOwn()
    await person.session.end({ params: { id: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '' } })
    await person.session.endOthers()
    await person.session.endAll()
  },

  async 'somebody takes their data along, leaves and stays'(server: ApiServer) {
    const { username } = await server.join()
    const person = await server.signIn(username)
    const { exports } = await person.leaving.requestExport()
    const exportId = exports[0]?.id ?? 0
    await makeExport(server.context, exportId)
    await (await person.leaving.downloadExport({ body: { exportId } })).arrayBuffer()
    await person.leaving.requestDeletion()
    await person.leaving.cancelDeletion()
  },

  async 'staff help a customer to leave, and to stay'(server: ApiServer) {
    const admin = await server.signInAs('ROLE_ADMIN')
    const params = { id: (await server.join()).userId }
    await admin.leaving.requestExportForUser({ params })
    await admin.leaving.requestDeletionForUser({ params })
    await admin.leaving.cancelDeletionForUser({ params })
  },

  async 'staff add, change, delete and help users'(server: ApiServer) {
    const admin = await server.signInAs('ROLE_ADMIN')
    const about = { firstname: 'Ada', lastname: 'Field', phonePrefix: '+33', phoneNumber: '0639980004', country: 'FR' }
    const form = { ...about, username: 'new@example.com', isBetaTester: false, selectedBetaGroupIds: [] }
    const params = await admin.user.create({ body: { ...form, role: 'ROLE_CUSTOMER', sendsPasswordLink: true }, ...onceOnly() })
    await admin.user.update({ params, body: { ...form, firstname: 'Grace' } })
    await admin.user.remove({ params })
    await admin.user.restore({ params })
    const { userId } = await server.join({ accountValidated: false, accountLocked: true })
    await admin.user.resendValidation({ body: { userId } })
    await admin.user.verifyAccount({ body: { userId } })
    await admin.user.unlockAccount({ body: { userId } })
    await admin.user.renewTrial({ body: { userId, duration: '3months' } })
    await admin.user.resetPassword({ body: { userId } })
    await admin.user.endSessions({ params: { id: userId }, body: {} })
    const { id: noteId } = await admin.user.addNote({ params: { id: userId }, body: { text: 'Called' }, ...onceOnly() })
    await admin.user.removeNote({ params: { id: userId, noteId } })
  },

  async 'staff view the portal as a customer'(server: ApiServer) {
    const admin = await server.signInAs('ROLE_ADMIN')
    const { userId } = await server.join()
    const { id } = await admin.impersonation.start({ body: { userId } })
    await admin.impersonation.end({ params: { id } })
  },

  async 'staff change many users at once, stop and undo it'(server: ApiServer) {
    const admin = await server.signInAs('ROLE_ADMIN')
    const people = [await server.join({ accountLocked: true }), await server.join({ accountLocked: true })]
    const userIds = people.map(({ userId }) => userId)
    const { id } = await admin.userBatch.create({ body: { kind: 'delete', userIds }, ...onceOnly() })
    await runBatch(server.context, id, new AbortController().signal)
    await admin.userBatch.undo({ params: { id }, body: { undoes: 'delete' } })
    const stopped = await admin.userBatch.create({ body: { kind: 'unlock', userIds }, ...onceOnly() })
    await admin.userBatch.stop({ params: { id: stopped.id } })
  },

  async 'a restored installation goes into service'(server: ApiServer) {
    await (await server.signInAs('ROLE_ADMIN')).installation.resume()
  },
}
