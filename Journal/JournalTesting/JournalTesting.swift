// The simulated disk and the fault scripts that the engine is tested on.
package import JournalEngine
