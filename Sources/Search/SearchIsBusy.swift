/// Too many wait for a page whose order has to be read from the past; in a moment there is room.
package struct SearchIsBusy: Error, Equatable {}
