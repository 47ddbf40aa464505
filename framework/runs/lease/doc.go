// Package lease lets one process at a time work on something, in a folder that processes of several machines share.
//
// It needs no file locks, which not every shared file system has, and no clocks that agree. A lease is a folder:
//
//	PLACE.lease/<token>/holder.json    who holds it
//	PLACE.lease/<token>/...            what the holder is working on
//
// The token is the holder's own, of this one lease. All that decides is a renaming, which file servers do as one step
// and for one asker only:
//
//   - Taking. A folder that holds the taker's token is made beside and renamed to PLACE.lease, which the system refuses
//     where a folder with content is in its place. A folder made in place (mkdir) or a file (O_EXCL) would do as much,
//     but would say only later who holds it, and on NFS, where a request whose answer is lost is sent again, would tell
//     a taker that another has what is its own. Here the taker looks whether its token is inside, whatever the answer
//     was. Locks by link(2) have that too, but no folder to work in.
//   - Taking over. PLACE.lease/<token of the dead> is renamed to PLACE.lease/<own token>. Of several that try one
//     succeeds, as the old name is gone for the others; that no token is used twice means that nobody takes over from
//     the wrong one.
//   - Fencing. Whoever was taken for dead and was not (it slept, or its disk did) finds its folder gone: what it wrote
//     there is the new holder's, and a result that it would rename out of there can't be. It notices at its next sign
//     of life, too (Lease.Lost).
//
// A holder gives signs of life: it sets the time of holder.json every few seconds, to whatever its own clock says.
// Others only look whether that time changes, and measure by their own clock how long it has not. A process of this
// machine, booted once and seeing the same processes, needs no waiting: whether it is there is known.
//
// Files are opened to look at them, and folders before names in them are looked up: that is when a client of NFS asks
// its server instead of its cache, which may be a minute old.
package lease
