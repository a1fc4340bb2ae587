/** Tells the editor how the adapter is started; everything else is in the adapter. */
const vscode = require('vscode');
const { startOf } = require('./start.cjs');

exports.activate = (context) => {
  const factory = {
    createDebugAdapterDescriptor(session) {
      const cwd = session.workspaceFolder?.uri.fsPath;
      const [program, words] = startOf(session.configuration.command, cwd);
      return new vscode.DebugAdapterExecutable(program, words, cwd === undefined ? {} : { cwd });
    },
  };
  context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory('lockstep', factory));
};
