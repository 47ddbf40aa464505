package transport

// queue is a binary heap of candidates, the least reduced cost first.
type queue []candidate

func (q *queue) push(c candidate) {
	heap := append(*q, c)
	at := len(heap) - 1
	for at > 0 {
		above := (at - 1) / 2
		if heap[above].reduced <= c.reduced {
			break
		}
		heap[at], at = heap[above], above
	}
	heap[at] = c
	*q = heap
}

func (q *queue) pop() candidate {
	heap := *q
	least, last := heap[0], heap[len(heap)-1]
	heap = heap[:len(heap)-1]
	for at := 0; len(heap) > 0; {
		below := 2*at + 1
		if below+1 < len(heap) && heap[below+1].reduced < heap[below].reduced {
			below++
		}
		if below >= len(heap) || heap[below].reduced >= last.reduced {
			heap[at] = last
			break
		}
		heap[at], at = heap[below], below
	}
	*q = heap
	return least
}
