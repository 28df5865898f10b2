<?php
/**
 * The table of redirects on the screen "Redirects".
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_List_Table;

defined( 'ABSPATH' ) || exit;

require_once ABSPATH . 'wp-admin/includes/class-wp-list-table.php';

/** Shows the stored and the automatic redirects with search, sorting and bulk deletion. */
final class Redirects_Table extends WP_List_Table {
	private const PER_PAGE = 20;

	public function __construct() {
		parent::__construct(
			array(
				'singular' => 'redirect',
				'plural'   => 'redirects',
				'ajax'     => false,
			)
		);
	}

	/** @return array<string, string> */
	public function get_columns(): array {
		return array(
			'cb'     => '<input type="checkbox" />',
			'from'   => __( 'Old address', 'site-companion' ),
			'to'     => __( 'New address', 'site-companion' ),
			'status' => __( 'Kind', 'site-companion' ),
			'note'   => __( 'Note', 'site-companion' ),
		);
	}

	/** @return array<string, array{string, bool}> */
	protected function get_sortable_columns(): array {
		return array(
			'from' => array( 'from', false ),
			'to'   => array( 'to', false ),
		);
	}

	/** @return array<string, string> */
	protected function get_bulk_actions(): array {
		return array( 'delete' => __( 'Delete', 'site-companion' ) );
	}

	protected function get_default_primary_column_name(): string {
		return 'from';
	}

	public function prepare_items(): void {
		// phpcs:disable WordPress.Security.NonceVerification -- only selects what is shown.
		$search = trim( sanitize_text_field( wp_unslash( $_GET['s'] ?? '' ) ) );
		$by     = 'to' === sanitize_key( wp_unslash( $_GET['orderby'] ?? '' ) ) ? 'to' : 'from';
		$sign   = 'desc' === sanitize_key( wp_unslash( $_GET['order'] ?? '' ) ) ? -1 : 1;
		// phpcs:enable
		$rows = array();
		foreach ( stored_redirects() + array_map( __NAMESPACE__ . '\with_automatic_note', old_slug_redirects() ) as $from => $redirect ) {
			$row = array( 'from' => (string) $from ) + $redirect;
			if ( '' === $search || false !== mb_stripos( implode( "\n", array( $row['from'], $row['to'], $row['note'] ) ), $search ) ) {
				$rows[] = $row;
			}
		}
		usort( $rows, static fn( array $one, array $other ): int => $sign * strcmp( $one[ $by ], $other[ $by ] ) );

		$this->_column_headers = array( $this->get_columns(), array(), $this->get_sortable_columns(), 'from' );
		$this->items           = array_slice( $rows, ( $this->get_pagenum() - 1 ) * self::PER_PAGE, self::PER_PAGE );
		$this->set_pagination_args(
			array(
				'total_items' => count( $rows ),
				'per_page'    => self::PER_PAGE,
			)
		);
	}

	public function no_items(): void {
		esc_html_e( 'No redirects found.', 'site-companion' );
	}

	/** @param array{from: string} $item */
	protected function column_cb( $item ): string {
		return sprintf(
			'<label class="screen-reader-text" for="%1$s">%2$s</label><input type="checkbox" id="%1$s" name="redirects[]" value="%3$s" />',
			esc_attr( 'redirect-' . md5( $item['from'] ) ),
			/* translators: %s: path. */
			esc_html( sprintf( __( 'Select %s', 'site-companion' ), $item['from'] ) ),
			esc_attr( $item['from'] )
		);
	}

	/** @param array{from: string, to: string, status: int, note: string, old_slug?: string} $item */
	protected function column_from( array $item ): string {
		$all     = stored_redirects() + old_slug_redirects();
		$checked = check_redirect( $item, array_diff_key( $all, array( $item['from'] => true ) ) );
		$remarks = array_map(
			static fn( string $remark ): string => '<br /><span class="description">' . esc_html( $remark ) . '</span>',
			array( ...$checked['errors'], ...$checked['warnings'] )
		);
		$edit    = redirects_url( array( 'edit' => $item['from'] ) );
		$actions = array(
			'edit'   => sprintf( '<a href="%s">%s</a>', esc_url( $edit ), esc_html__( 'Edit', 'site-companion' ) ),
			'delete' => sprintf(
				'<a class="submitdelete" href="%s">%s</a>',
				esc_url( wp_nonce_url( redirects_url( array( 'action' => 'delete', 'redirects[]' => $item['from'] ) ), 'bulk-redirects' ) ), // phpcs:ignore WordPress.Arrays.ArrayDeclarationSpacing
				esc_html__( 'Delete', 'site-companion' )
			),
		);
		if ( '' !== site_address() ) {
			$actions['view'] = sprintf( '<a href="%s">%s</a>', esc_url( site_address() . $item['from'] ), esc_html__( 'Try it', 'site-companion' ) );
		}

		if ( isset( $item['old_slug'] ) ) {
			unset( $actions['edit'] );
			return '<strong>' . esc_html( $item['from'] ) . '</strong>' . implode( '', $remarks ) . $this->row_actions( $actions );
		}

		return sprintf( '<strong><a class="row-title" href="%s">%s</a></strong>', esc_url( $edit ), esc_html( $item['from'] ) )
			. implode( '', $remarks ) . $this->row_actions( $actions );
	}

	/** @param array{status: int} $item */
	protected function column_status( array $item ): string {
		return esc_html( redirect_kinds()[ $item['status'] ] ?? (string) $item['status'] );
	}

	/**
	 * @param array<string, mixed> $item
	 * @param string               $column_name
	 */
	protected function column_default( $item, $column_name ): string {
		return esc_html( (string) $item[ $column_name ] );
	}
}
